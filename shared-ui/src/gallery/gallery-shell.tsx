import { SegmentedControl, TextInput, useMantineColorScheme } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { searchable } from "../format.ts";
import type { Entry } from "./gallery-entries.ts";
import classes from "./gallery.module.css";
import { useChosen } from "./use-chosen.ts";

const WIDTHS = [
  { value: "fill", label: "Fill" },
  { value: "1440", label: "1440 px" },
  { value: "360", label: "360 px" },
];
const SCHEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "auto", label: "System" },
];
const frameAddress = (chosen: string): string => `?examples${chosen === "" ? "" : `#${chosen}`}`;

/** The list of components beside the page of their examples. */
export function GalleryShell({ entries }: { entries: readonly Entry[] }) {
  const chosen = useChosen();
  const [search, setSearch] = useState("");
  const [width, setWidth] = useState("fill");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = entries.find(({ id }) => id === chosen)?.name;
  return (
    <div className={classes["shell"]}>
      <title>{name === undefined ? "Bobine components" : `${name} · Bobine components`}</title>
      <aside className={classes["side"]}>
        <h1>
          <a href="./">Bobine components</a>
        </h1>
        <p>What shared-ui exports, with the examples that its tests use.</p>
        <TextInput
          aria-label="Search a component"
          placeholder="Search…"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <ComponentList entries={found(entries, search)} chosen={chosen} />
      </aside>
      <div className={classes["main"]}>
        <div className={classes["bar"]}>
          <strong aria-live="polite">{name ?? "All components"}</strong>
          <SegmentedControl
            aria-label="Width of the examples"
            size="xs"
            data={WIDTHS}
            value={width}
            onChange={setWidth}
          />
          <SegmentedControl
            aria-label="Theme"
            size="xs"
            data={SCHEMES}
            value={colorScheme}
            onChange={(scheme) => setColorScheme(scheme as "light" | "dark" | "auto")}
          />
        </div>
        <Frame chosen={chosen} width={width === "fill" ? undefined : Number(width)} />
      </div>
    </div>
  );
}

function ComponentList({ entries, chosen }: { entries: readonly Entry[]; chosen: string }) {
  if (entries.length === 0) return <output>No component has this in its name or examples.</output>;
  const places = [...new Set(entries.map(({ from }) => from))].toSorted();
  return (
    <nav aria-label="Components">
      {places.map((place) => (
        <section key={place}>
          <h2>{place}</h2>
          <ul>
            {entries
              .filter(({ from }) => from === place)
              .map(({ id, name }) => (
                <li key={id}>
                  <a href={`#${id}`} aria-current={id === chosen ? "page" : undefined}>
                    {name}
                  </a>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** The entries in whose name, description or examples all the words stand. */
function found(entries: readonly Entry[], search: string): readonly Entry[] {
  const words = searchable(search).split(/\s+/);
  return entries.filter(({ name, about = "", examples }) => {
    const text = searchable([name, about, ...examples.map(({ title }) => title)].join(" "));
    return words.every((word) => text.includes(word));
  });
}

/** A page of its own, so that its width is that of a window. A width that has no room here is scaled down. */
function Frame({ chosen, width }: { chosen: string; width: number | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [room, setRoom] = useState(0);
  const [first] = useState(() => frameAddress(chosen));
  useEffect(() => {
    if (!place.current) return;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  // No step of « Back »: the address of the gallery is one already.
  useEffect(() => frame.current?.contentWindow?.location.replace(frameAddress(chosen)), [chosen]);
  const scale = width === undefined || room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div ref={place} className={classes["place"]}>
      <iframe
        ref={frame}
        title="Examples"
        src={first}
        className={classes["frame"]}
        data-narrow={(width !== undefined && width < room) || undefined}
        style={{
          width: width ?? "100%",
          height: `${100 / scale}%`,
          ...(scale === 1 ? {} : { transform: `scale(${scale})` }),
        }}
      />
    </div>
  );
}
