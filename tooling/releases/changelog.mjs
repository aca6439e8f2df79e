// The lines of a changelog: what a change says of itself, without the hashes of its commits.
const line = (summary) => {
  const [first, ...more] = summary.trim().split("\n");
  return [`- ${first}`, ...more.map((text) => (text === "" ? "" : `  ${text}`))].join("\n");
};

export default {
  getReleaseLine: async ({ summary }) => line(summary),
  getDependencyReleaseLine: async (_changesets, updated) =>
    updated.map(({ name, newVersion }) => `- With ${name} ${newVersion}.`).join("\n"),
};
