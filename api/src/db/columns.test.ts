import { expect, test } from "vitest";
import { columnsOf, insertedColumnsOf, type RowOf } from "./columns.ts";

interface ReelRow {
  readonly id: number;
  readonly title: string;
  readonly weight: string | null;
  readonly group: string;
}
/** As `schema.ts` has it: the id is the database's, the group has a default, the weight may be null. */
type NewReel = Omit<ReelRow, "id" | "weight" | "group"> & Partial<Pick<ReelRow, "weight" | "group">>;

test("a list of columns is SQL, with the alias of its table, and the type of what it reads", () => {
  const columns = columnsOf<ReelRow>()(["id", "group"], "r");
  expect(columns.sql).toBe('r."id", r."group"');
  const row: RowOf<typeof columns> = { id: 1, group: "" };
  // @ts-expect-error a column that the list does not name is not read
  expect(row.title).toBeUndefined();
});

test("a column that the table does not have is an error of the compiler", () => {
  // @ts-expect-error
  expect(columnsOf<ReelRow>()(["titel"]).sql).toBe('"titel"');
});

test("an insert that leaves out a column that the table requires is an error of the compiler", () => {
  expect(insertedColumnsOf<NewReel>()({ fixed: [], rows: ["title", "weight"] }).sql).toBe(
    '"title", "weight"',
  );
  expect(insertedColumnsOf<NewReel>()({ fixed: ["title"], rows: ["group"] }).sql).toBe('"group"');
  // @ts-expect-error title is forgotten
  insertedColumnsOf<NewReel>()({ fixed: [], rows: ["weight"] });
  // @ts-expect-error the database makes the id
  insertedColumnsOf<NewReel>()({ fixed: [], rows: ["title", "id"] });
});
