import {randomUUID} from 'node:crypto';
import {appendFile, stat} from 'node:fs/promises';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {Plan} from '../core/plan/plan.ts';
import {countChanges} from '../core/plan/summary.ts';
import {defined} from '../lib/defined.ts';
import {annotations} from '../ui/github/annotation.ts';
import {planWarnings} from '../ui/github/plan-warnings.ts';
import type {Io} from '../ui/io.ts';
import {summaryText} from '../ui/summary-text.ts';
import {checkoutRoot} from './checkout-root.ts';

/** What a step of a GitHub workflow may tell its workflow. */
export type Github = {
  readonly annotate: (diagnostics: readonly Diagnostic[]) => void;
  /** Adds to the summary of the step. Asks for a text that is no longer than the room that is left. */
  readonly summarize: (text: (bytes: number) => string | Promise<string>) => Promise<void>;
  readonly output: (values: Readonly<Record<string, string | number>>) => Promise<void>;
};

const SUMMARY_BYTES = 1024 * 1024;
const LEAST_BYTES = 4096;

/** @param io the process's own streams, and its environment. Undefined outside of a workflow: nothing is written there. */
export function githubOf({stderr, env}: Pick<Io, 'stderr' | 'env'>, cwd: string): Github | undefined {
  if (!inWorkflow(env)) return undefined;
  const places = {root: checkoutRoot(env['GITHUB_WORKSPACE'] || cwd, cwd), cwd};
  return {
    annotate: (diagnostics) => {
      const text = annotations(diagnostics, places);
      // On stderr: stdout is data. The runner reads both.
      if (text !== '') stderr.write(text);
    },
    summarize: async (text) => {
      const file = env['GITHUB_STEP_SUMMARY'];
      if (file === undefined || file === '') return;
      const used = await stat(file).then(
        ({size}) => size,
        () => 0,
      );
      const left = SUMMARY_BYTES - used - 1;
      if (left >= LEAST_BYTES) await appendFile(file, `${await text(left)}\n`);
    },
    output: async (values) => {
      const file = env['GITHUB_OUTPUT'];
      if (file === undefined || file === '') return;
      await appendFile(
        file,
        Object.entries(values)
          .map(([name, value]) => outputText(name, String(value)))
          .join(''),
      );
    },
  };
}

/** What has a line end must not begin an output of its own: it stands between delimiters that nobody can guess. */
function outputText(name: string, value: string): string {
  if (!/[\r\n]/.test(value)) return `${name}=${value}\n`;
  const delimiter = `gantry_${randomUUID()}`;
  return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
}

/** Whether Gantry runs in a job of GitHub Actions, where messages can annotate files. */
export const inWorkflow = (env: Io['env']): boolean => env['GITHUB_ACTIONS'] === 'true';

/** What an answer tells the workflow that this is a step of. */
export type ForWorkflow = {
  /** What nobody should miss, at the lines of the files where they are known. */
  readonly warnings: readonly Diagnostic[];
  /** What later steps may ask for. */
  readonly outputs: Readonly<Record<string, string | number>>;
};

/** @param file where the plan was saved. */
export const planForWorkflow = (plan: Plan, file?: string): ForWorkflow => ({
  warnings: planWarnings(plan),
  outputs: {
    changes: countChanges(plan),
    blocked: plan.summary.blocked,
    digest: plan.digest,
    summary: summaryText(plan.summary),
    ...defined({'plan-file': file}),
  },
});
