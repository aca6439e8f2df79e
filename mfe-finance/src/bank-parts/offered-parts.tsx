import { Button } from "@mantine/core";
import { KeyCap } from "../key-cap.tsx";
import classes from "./bank-parts.module.css";
import { KIND_KEYS, PARTS_TEXTS as TEXTS } from "./bank-parts.texts.ts";
import type { Offer } from "./part-offers.ts";
import type { TypedPart } from "./typed-parts.ts";

interface OfferedPartsProps {
  offers: readonly Offer[];
  pending: boolean;
  onTake: (parts: readonly TypedPart[]) => void;
}

/** What the line offers by itself, a button each; the first of a kind shows the key of that kind. */
export function OfferedParts({ offers, pending, onTake }: OfferedPartsProps) {
  if (offers.length === 0) return null;
  return (
    <section aria-label={TEXTS.offers}>
      <h3 className={classes["heading"]}>{TEXTS.offers}</h3>
      <ul className={classes["offers"]}>
        {offers.map((offer, place) => (
          <li key={offer.label}>
            <Button
              size="compact-sm"
              variant="light"
              disabled={pending}
              classNames={{ label: classes["offer"] ?? "" }}
              {...(offer.kind && offers.findIndex(({ kind }) => kind === offer.kind) === place
                ? { rightSection: <KeyCap>{KIND_KEYS[offer.kind]}</KeyCap> }
                : {})}
              onClick={() => onTake(offer.parts)}
            >
              {offer.label}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
