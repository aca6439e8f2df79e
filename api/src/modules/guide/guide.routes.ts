import { open, readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { guidePageHtml } from "./guide-page-html.ts";
import { FIRST_PAGE, type GuidePage, type Picture, PICTURES, placeOf, readGuidePage } from "./read-guide.ts";

const DOCS = resolve(import.meta.dirname, "../../../../docs");
const GUIDE = join(DOCS, "guide");
const SCREENSHOTS = join(DOCS, "screenshots");
const PICTURE = /^\/(?:1440|390)\/[\w-]+\.png$/;
const LINKED_PAGE = /^([a-z-]+)\.md$/;

/**
 * The users' guide at `/guide`, for whoever asks: it has nothing of anybody's. `/guide/screen?path=<address>` leads to where it speaks
 * of a screen, so that no screen has to know it (HELP-1).
 */
export async function mountGuide(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: SCREENSHOTS,
    prefix: PICTURES,
    decorateReply: false,
    index: false,
    maxAge: "1h",
    allowedPath: (path) => PICTURE.test(path),
  });
  let guide: Promise<readonly GuidePage[]> | undefined;
  const pages = () => (guide ??= readGuide());

  app.get("/guide/style.css", async (_request, reply) =>
    reply
      .type("text/css; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .send(await readFile(join(import.meta.dirname, "guide.css"), "utf8")),
  );
  app.get<{ Querystring: { path?: unknown } }>("/guide/screen", async (request, reply) => {
    const { path } = request.query;
    return reply
      .header("cache-control", "no-cache")
      .redirect(placeOf(typeof path === "string" ? path : "", await pages()), 302);
  });
  app.get<{ Params: { page?: string } }>("/guide/:page?", async (request, reply) => {
    const name = request.params.page ?? FIRST_PAGE;
    const all = await pages();
    const page = all.find((one) => one.name === name);
    if (!page) return reply.callNotFound();
    return reply
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(guidePageHtml(page, all));
  });
}

/** The first page, and those that it leads to, in its order. */
export async function readGuide(folder = GUIDE, screenshots = SCREENSHOTS): Promise<readonly GuidePage[]> {
  const pictures = await readPictures(screenshots);
  const read = async (file: string, name: string): Promise<GuidePage> =>
    readGuidePage(name, await readFile(join(folder, `${file}.md`), "utf8"), (picture) =>
      pictures.get(picture),
    );
  const first = await read("README", FIRST_PAGE);
  const others = new Set(first.links.flatMap((link) => LINKED_PAGE.exec(link)?.[1] ?? []));
  return [first, ...(await Promise.all([...others].map((name) => read(name, name))))];
}

/** By their names: the wide ones, whose size stands in the first bytes of a PNG. */
async function readPictures(folder: string): Promise<ReadonlyMap<string, Picture>> {
  const onPhones = new Set(await readdir(join(folder, "390")));
  const wide = await readdir(join(folder, "1440"));
  return new Map(
    await Promise.all(
      wide.map(async (file) => {
        const size = await pngSize(join(folder, "1440", file));
        return [file, { ...size, onPhone: onPhones.has(file) }] as const;
      }),
    ),
  );
}

const [WIDTH_AT, HEIGHT_AT, HEADER_BYTES] = [16, 20, 24];

/** In pixels: PNG (ISO/IEC 15948) begins with eight bytes and the chunk IHDR. */
async function pngSize(path: string): Promise<Pick<Picture, "width" | "height">> {
  const file = await open(path);
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    await file.read(header, 0, HEADER_BYTES, 0);
    return { width: header.readUInt32BE(WIDTH_AT), height: header.readUInt32BE(HEIGHT_AT) };
  } finally {
    await file.close();
  }
}
