// Opens the description in Swagger UI, which is loaded after this.

// Its sanitiser of HTML would make a policy of trusted types, which the content policy refuses. Nothing needs it: see plainText.
Reflect.deleteProperty(globalThis, "trustedTypes");

/** Descriptions as text with `code`: the viewer would set them as HTML, which the content policy refuses. */
const plainText = ({ React: { createElement } }) => ({
  wrapComponents: {
    Markdown:
      () =>
      ({ source = "" }) =>
        createElement(
          "p",
          null,
          ...source
            .replaceAll(/<\/?i>/g, "")
            .split("`")
            .map((part, index) => (index % 2 === 1 ? createElement("code", { key: index }, part) : part)),
        ),
  },
});

/** `value` with what it refers to in the document itself: there is nothing else to refer to. */
function resolved(value, document) {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => resolved(item, document));
  if (typeof value.$ref === "string") return resolved(at(document, value.$ref.split("/").slice(1)), document);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, document)]));
}
const at = (document, path) => path.reduce((value, key) => value?.[key], document);

/** The viewer's own resolver reads the whole document each time something is opened: seconds for one of this size. */
const quickReferences = {
  fn: {
    resolveSubtree: async (document, path) => ({ spec: resolved(at(document, path), document), errors: [] }),
  },
};

const nothing = () => () => null;
/** To read only: a call that is tried from here would change real books. So nobody is asked for a token either. */
const readOnly = { wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing } };

addEventListener("DOMContentLoaded", () => {
  globalThis.SwaggerUIBundle({
    url: "/api/v1/openapi.json",
    dom_id: "#swagger-ui",
    plugins: [plainText, quickReferences, readOnly],
    supportedSubmitMethods: [],
    // It would be sent the address of this installation.
    validatorUrl: null,
    deepLinking: true,
    docExpansion: "none",
    filter: true,
  });
});
