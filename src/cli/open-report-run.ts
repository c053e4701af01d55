import {access} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import type {Io} from '../ui/io.ts';
import {fileInCheckout} from '../ui/report/file-in-checkout.ts';
import type {ReportRun} from '../ui/report/report-run.ts';
import {checkoutRoot} from './checkout-root.ts';

/** The inputs for the facts about a run in reports. */
export type ReportRunOptions = {
  readonly io: Pick<Io, 'env'>;
  readonly cwd: string;
  /** The directory of `-C`. */
  readonly start: string;
  readonly command: string;
  readonly version: string;
};

/** Finds the root of the checkout: from the pipeline, else the directory of `.git`, else the current directory. */
export async function openReportRun({io, cwd, start, ...run}: ReportRunOptions): Promise<Omit<ReportRun, 'exitCode'>> {
  const root = checkoutIn(io.env) ?? (await nearest(start, ['.git'])) ?? cwd;
  const places = {root: checkoutRoot(resolve(cwd, root), cwd), cwd};
  const home = await nearest(start, FILES);
  const names = home === undefined ? [] : await present(home, FILES);
  const [own] = names.flatMap((name) => fileInCheckout(join(home ?? start, name), places) ?? []);
  return {...run, places, fallbackFile: own ?? FILES[0]};
}

/** The files that mark the directory of a stack or a project. */
const FILES = ['stack.yaml', 'project.yaml'] as const;

/** Returns the root of the CI's checkout (GitHub, GitLab); undefined elsewhere. */
export const checkoutIn = ({GITHUB_WORKSPACE, CI_PROJECT_DIR}: Io['env']): string | undefined =>
  GITHUB_WORKSPACE || CI_PROJECT_DIR || undefined;

/** The first directory, from here upwards, that holds one of these. */
async function nearest(directory: string, names: readonly string[]): Promise<string | undefined> {
  if ((await present(directory, names)).length > 0) return directory;
  const above = dirname(directory);
  return above === directory ? undefined : nearest(above, names);
}

async function present(directory: string, names: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    names.map((name) =>
      access(join(directory, name)).then(
        () => [name],
        () => [],
      ),
    ),
  );
  return found.flat();
}
