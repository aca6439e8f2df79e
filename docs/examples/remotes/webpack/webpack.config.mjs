// @ts-check
import { bobineRemote } from "@bobine/remote-kit/bundler";
import { ModuleFederationPlugin } from "@module-federation/enhanced/webpack";
import MiniCssExtractPlugin from "mini-css-extract-plugin";

/** @type {import("webpack").Configuration} */
export default {
  mode: "production",
  entry: {},
  resolve: { extensions: [".ts", ".tsx", "..."] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: "swc-loader",
        options: {
          jsc: {
            parser: { syntax: "typescript", tsx: true },
            transform: { react: { runtime: "automatic" } },
          },
        },
      },
      {
        test: /\.css$/,
        use: [
          MiniCssExtractPlugin.loader,
          { loader: "css-loader", options: { modules: { auto: true, namedExport: false } } },
        ],
      },
    ],
  },
  plugins: [
    new MiniCssExtractPlugin(),
    bobineRemote({ dir: import.meta.dirname, name: "mfe-parc", ModuleFederationPlugin }),
  ],
};
