// The lines of a changelog: what a change says of itself, without the hashes of its commits. Several lines are several changes.
const bullets = (summary) => {
  const text = summary.trim();
  return text.startsWith("- ") ? text : `- ${text.replaceAll("\n", "\n  ")}`;
};

export default {
  getReleaseLine: async ({ summary }) => bullets(summary),
  getDependencyReleaseLine: async (_changesets, updated) =>
    updated.map(({ name, newVersion }) => `- With ${name} ${newVersion}.`).join("\n"),
};
