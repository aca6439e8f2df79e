// Loaded before the server: when the runner dies without a word (kill -9), the server ends as on SIGTERM.
if (process.channel) {
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}
