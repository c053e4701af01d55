import {randomUUID} from 'node:crypto';
import {appendFile, stat} from 'node:fs/promises';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {annotations} from '../ui/github/annotation.ts';
import type {Io} from '../ui/io.ts';
import {checkoutRoot} from './checkout-root.ts';

/** The outputs of a step to its GitHub workflow. */
export type Github = {
  readonly annotate: (diagnostics: readonly Diagnostic[]) => void;
  /** Adds to the summary of the step. `text` gets the number of bytes that are left. */
  readonly summarize: (text: (bytes: number) => string | Promise<string>) => Promise<void>;
  readonly output: (values: Readonly<Record<string, string | number>>) => Promise<void>;
};

const SUMMARY_BYTES = 1024 * 1024;
const LEAST_BYTES = 4096;

/** Opens the workflow of this step; undefined outside of a workflow. @param io the streams and the environment of the process */
export function githubOf({stderr, env}: Pick<Io, 'stderr' | 'env'>, cwd: string): Github | undefined {
  if (!inWorkflow(env)) return undefined;
  const places = {root: checkoutRoot(env['GITHUB_WORKSPACE'] || cwd, cwd), cwd};
  return {
    annotate: (diagnostics) => {
      const text = annotations(diagnostics, places);
      // Written to stderr, because stdout contains data. The runner reads both.
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

/** Formats an output. A value with a line end is put between random delimiters, so that it cannot begin another output. */
function outputText(name: string, value: string): string {
  if (!/[\r\n]/.test(value)) return `${name}=${value}\n`;
  const delimiter = `gantry_${randomUUID()}`;
  return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
}

/** Reports whether Gantry runs in a job of GitHub Actions. */
export const inWorkflow = (env: Io['env']): boolean => env['GITHUB_ACTIONS'] === 'true';

/** The annotations and outputs of a result for a workflow. */
export type ForWorkflow = {
  /** The annotations, with the lines of files if known. */
  readonly warnings: readonly Diagnostic[];
  /** The outputs for later steps. */
  readonly outputs: Readonly<Record<string, string | number>>;
};
