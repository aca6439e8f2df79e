// @ts-check
import { bobineRemote } from "@bobine/remote-kit/bundler";
import { ModuleFederationPlugin } from "@module-federation/enhanced/rspack";
import { rspack } from "@rspack/core";

/** @type {import("@rspack/core").Configuration} */
export default {
  mode: "production",
  entry: {},
  resolve: { extensions: [".ts", ".tsx", "..."] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: "builtin:swc-loader",
        options: {
          jsc: {
            parser: { syntax: "typescript", tsx: true },
            transform: { react: { runtime: "automatic" } },
          },
        },
      },
      { test: /\.css$/, type: "css/auto", parser: { namedExports: false } },
    ],
  },
  plugins: [bobineRemote({ dir: import.meta.dirname, name: "mfe-retards", ModuleFederationPlugin })],
};
