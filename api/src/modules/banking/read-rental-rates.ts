import sql from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import { rentalVatRate } from "../../domain/invoicing/rental-vat-rate.ts";
import { type BilledCard, billedCompanyOf } from "./billed-company.ts";

interface RatedCinema extends BilledCard {
  readonly id: number;
  readonly default_vat_rate_bp: number;
}

/** The VAT rate that rentals to cinemas have today (BILL-5), by their ids; cinemas that are not seen are absent. */
export async function readRentalRates(
  tx: Tx,
  distributorId: number,
  cinemaIds: readonly number[],
): Promise<Map<number, number>> {
  if (cinemaIds.length === 0) return new Map();
  const cinemas = await tx.many<RatedCinema>(
    prepared(sql`
    select c.id, c.siren, c.siret, c.vat_number, c.pin_code, c.invoicing_siren, c.invoicing_address, c.invoicing_city, c.invoicing_pin_code,
      d.default_vat_rate_bp
    from cinema c join distributor d on d.id = ${distributorId}
    where c.id = any(${[...new Set(cinemaIds)]}::bigint[])`),
  );
  return new Map(
    cinemas.map((cinema) => [
      cinema.id,
      rentalVatRate(cinema.default_vat_rate_bp, cinema.pin_code, billedCompanyOf(cinema)),
    ]),
  );
}
