import fc from "fast-check";
import { expect, test } from "vitest";
import { PlacesOfValues } from "./places-of-values.ts";

test("the places of a value come in the order in which they were added", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -5, max: 40 })),
      fc.integer({ min: -5, max: 40 }),
      (list, value) => {
        const places = new PlacesOfValues(list);
        for (const place of list.keys()) places.add(place);
        const found: number[] = [];
        for (let place = places.first(value); place >= 0; place = places.next(place)) found.push(place);
        expect(found).toEqual([...list.keys()].filter((place) => list[place] === value));
      },
    ),
  );
});
