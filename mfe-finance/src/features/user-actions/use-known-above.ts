import { useEffect, useState } from "react";

/** Who answers later than that does not keep the queue from showing. */
const PATIENCE_MS = 1_000;

/** False while what stands above the queue may still come: what came there later moved the buttons below it under the pointer. */
export function useKnownAbove(isPending: boolean): boolean {
  const [isPatient, setIsPatient] = useState(true);
  useEffect(() => {
    const end = setTimeout(() => setIsPatient(false), PATIENCE_MS);
    return () => clearTimeout(end);
  }, []);
  return !(isPending && isPatient);
}
