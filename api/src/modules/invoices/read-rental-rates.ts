import type { Tx } from "../../db/scope.ts";
import { rentalVatRate } from "../../domain/invoicing/rental-vat-rate.ts";
import { issueRepository } from "./issue.repository.ts";
import { clientOf } from "./parties.ts";

/** The VAT rate that rentals to cinemas have today (BILL-5), by their ids; cinemas that are not seen are absent. */
export async function readRentalRates(
  tx: Tx,
  distributorId: number,
  cinemaIds: readonly number[],
): Promise<Map<number, number>> {
  if (cinemaIds.length === 0) return new Map();
  const distributor = await issueRepository.distributor(tx, distributorId);
  if (!distributor) return new Map();
  const { default_vat_rate_bp } = distributor;
  const cinemas = await issueRepository.cinemas(tx, distributorId, [...new Set(cinemaIds)]);
  return new Map(
    [...cinemas.values()].map((cinema) => [
      cinema.id,
      rentalVatRate(default_vat_rate_bp, cinema.pin_code, clientOf(cinema)),
    ]),
  );
}
