// In the place of the texts of the federation runtime's errors: lean-logger.mjs prints their codes.
const none = {};

export { none as buildDescMap, none as errorDescMap, none as runtimeDescMap, none as typeDescMap };
