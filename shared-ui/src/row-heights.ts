/** Of a row that is not drawn yet. */
export const ROW_ESTIMATE_PX = 45;
