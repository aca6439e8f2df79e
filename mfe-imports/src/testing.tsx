import { useQuery } from "@tanstack/react-query";

/** Stands for a screen whose data is kept under `queryKey`, and says how often it was read. */
export function OtherScreen({ queryKey }: { queryKey: readonly unknown[] }) {
  const { data } = useQuery<number>({
    queryKey,
    queryFn: ({ client }) => (client.getQueryData<number>(queryKey) ?? 0) + 1,
  });
  return data === undefined ? null : <p>{`lu ${data} fois`}</p>;
}
