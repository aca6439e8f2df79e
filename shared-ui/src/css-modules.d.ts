declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

/** What a library brings as it is. */
declare module "*/calendar.css";
