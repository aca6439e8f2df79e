// Makes the demo data that all products of a run of journeys begin with, before there is a run: prints the folder.
import { fillDataDir } from "./product.ts";

const { dataDir } = await fillDataDir();
process.stdout.write(`${dataDir}\n`);
