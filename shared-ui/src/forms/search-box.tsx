import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";

/** TXT-2 */
const SEARCH_DELAY_MS = 300;

/**
 * A search that looks as one types. What is typed stays in here until the typing pauses: a key press draws the box again, never
 * the list.
 * @param search what the list shows now; it may change from outside (back, forward, a link)
 */
export function SearchBox({
  label,
  placeholder,
  search,
  onSearch,
}: {
  label: string;
  placeholder: string;
  search: string;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(search);
  const reported = useRef(search);
  const report = useEffectEvent((text: string) => {
    reported.current = text;
    onSearch(text);
  });
  useEffect(() => {
    if (search === reported.current) return;
    reported.current = search;
    setTyped(search);
  }, [search]);
  useEffect(() => {
    if (typed === reported.current) return;
    const timer = setTimeout(() => report(typed), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const clear = () => {
    setTyped("");
    reported.current = "";
    onSearch("");
  };
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed ? <CloseButton aria-label="Effacer la recherche" onClick={clear} /> : null}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      style={{ flex: "1 1 280px", maxWidth: 520 }}
    />
  );
}
