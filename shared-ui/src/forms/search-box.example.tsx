import { useState } from "react";
import { SearchBox } from "./search-box.tsx";

export function Cinemas() {
  const [search, setSearch] = useState("beffroi");
  return (
    <SearchBox
      label="Rechercher un cinéma"
      placeholder="Rechercher un cinéma, une ville, un SIREN, un contact…"
      search={search}
      onSearch={setSearch}
    />
  );
}
