/** A thread of `osy test`: runs the tests of one file after another, as it is told. */
import { parentPort, workerData } from 'node:worker_threads';
import { openNetwork } from '../network.ts';
import { runFile, type TestPlan } from './files.ts';

const plan = workerData as TestPlan;
const network = plan.allowHosts.length === 0 ? undefined : await openNetwork();

parentPort?.on('message', (file: number) => parentPort?.postMessage(runFile(plan, file, network)));
