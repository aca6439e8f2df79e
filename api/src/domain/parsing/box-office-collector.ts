import type { CivilDate } from "@bobine/contract/civil-date";
import type { Field } from "./box-office-aliases.ts";
import { fieldsOf } from "./box-office-aliases.ts";
import { declarationChecker } from "./box-office-controls.ts";
import { type Frame, inheritedOf } from "./box-office-frame.ts";
import type {
  BoxOfficeDeclaration,
  BoxOfficeReading,
  RefusedIssue,
  ReportIssue,
} from "./box-office-types.ts";
import { cutText } from "./cut-text.ts";
import { reportAmount, frenchInteger } from "./french-number.ts";

const KEPT_ISSUES = 200;
const MOST_NAME = 200;

/** Finds the declarations among the elements of a report, controls each and adds them up. */
export function declarationCollector(today: CivilDate) {
  let ready: BoxOfficeDeclaration[] = [];
  const check = declarationChecker(today);
  let found = 0;
  const totals = { admissions: 0, gross: 0, isWhole: true };
  const errors = issueList<RefusedIssue>();
  const warnings = issueList<ReportIssue>();

  /**
   * True when the element was a declaration: it has takings of its own, and a film, its own or given around it.
   * @param stack the elements around it
   */
  function addIfDeclaration(frame: Frame, stack: readonly Frame[]): boolean {
    const fields = fieldsOf(frame.values);
    const names = (around: ReadonlyMap<Field, string>): boolean => around.has("visa") || around.has("title");
    const isOne =
      fields.has("gross_ttc") && (names(fields) || stack.some((around) => names(inheritedOf(around))));
    // Other elements of these names are groups or values (« recette »); a `<Declaration>` that lacks what makes one is told.
    if (!isOne && !(frame.name === "declaration" && frame.values.size > 0)) return false;
    add(frame, fields, stack);
    return true;
  }

  function add(frame: Frame, fields: Map<Field, string>, stack: readonly Frame[]): void {
    for (let i = stack.length - 1; i >= 0; i -= 1) {
      const around = stack[i];
      if (!around) continue;
      for (const [field, value] of inheritedOf(around)) if (!fields.has(field)) fields.set(field, value);
    }
    found += 1;
    const { declaration, issues } = check({
      position: found,
      line: frame.line,
      fields,
      details: frame.details ?? new Map(),
    });
    const cinema_name =
      cutText((fields.get("cinema_name") ?? "").replace(/\s+/g, " ").trim(), MOST_NAME) || null;
    for (const issue of issues)
      if (issue.severity === "error") errors.add({ ...issue, cinema_name });
      else warnings.add(issue);
    const paid = frenchInteger(fields.get("admissions_paid") ?? "0");
    const free = frenchInteger(fields.get("admissions_free") ?? "0");
    const gross = reportAmount(fields.get("gross_ttc") ?? "");
    if (paid === undefined || free === undefined || gross === undefined) totals.isWhole = false;
    else {
      totals.admissions += paid + free;
      totals.gross += gross;
      totals.isWhole &&= Number.isSafeInteger(totals.gross);
    }
    if (declaration) ready.push(declaration);
  }

  return {
    addIfDeclaration,
    totals,
    get found() {
      return found;
    },
    get ready() {
      return ready;
    },
    take(): BoxOfficeDeclaration[] {
      const batch = ready;
      ready = [];
      return batch;
    },
    issues: (): Pick<BoxOfficeReading, "errors" | "errors_count" | "warnings" | "warnings_count"> => ({
      errors: errors.kept,
      errors_count: errors.count(),
      warnings: warnings.kept,
      warnings_count: warnings.count(),
    }),
  };
}

function issueList<Issue extends ReportIssue>() {
  const kept: Issue[] = [];
  let count = 0;
  return {
    kept,
    count: () => count,
    add(issue: Issue): void {
      count += 1;
      if (kept.length < KEPT_ISSUES) kept.push(issue);
    },
  };
}
