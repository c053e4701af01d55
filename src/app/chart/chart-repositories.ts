import {readProject} from '../../config/read-project.ts';
import {isTooWide} from '../../config/stack-search.ts';
import {readUserConfig} from '../../config/user-config.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {chartSourcesBelow} from './chart-sources.ts';

/** A chart repository that this machine knows. */
export type ChartRepository = {
  /** The name in project.yaml or in the user's configuration. Absent: only a stack or a flag names it. */
  readonly name?: string;
  readonly url: string;
};

type Where = {readonly directory: string; readonly home: string};

/**
 * Returns the repositories of `--repository` (addresses or names). Without the flag, all that the project, its stacks and the user name. The
 * project's names come before those of the user.
 * @throws GantryError `input/usage` for an unknown name
 */
export async function chartRepositories(
  given: readonly string[],
  {directory, home}: Where,
): Promise<readonly ChartRepository[]> {
  const project = readProject(directory);
  const named = {...(await readUserConfig(home)).charts?.repositories, ...project?.chartRepositories};
  const known = Object.entries(named).map(([name, url]) => ({name, url}));
  if (given.length > 0) return given.map((one) => repositoryOf(one, known));
  const root = project?.dir ?? directory;
  const sources = isTooWide(root) ? [] : await chartSourcesBelow(root);
  const used = sources.flatMap(({place}) => ('repository' in place ? [place.repository] : []));
  const unnamed = [...new Set(used)].filter((url) => !known.some((one) => isSame(one.url, url)));
  return [...known, ...unnamed.map((url) => ({url}))];
}

/** Reports whether two addresses are of the same repository. */
const isSame = (a: string, b: string): boolean => a.replace(/(?<!\/)\/+$/, '') === b.replace(/(?<!\/)\/+$/, '');

function repositoryOf(given: string, known: readonly ChartRepository[]): ChartRepository {
  const found = known.find(({name, url}) => name === given || isSame(url, given));
  if (found !== undefined) return found;
  if (/^https?:\/\//.test(given)) return {url: given};
  const names = known.flatMap(({name}) => name ?? []);
  const nearest = didYouMean(given, names);
  const hint =
    nearest === undefined
      ? 'Pass the address of the repository, or name it under `charts.repositories` in project.yaml.'
      : `Did you mean \`${nearest}\`?`;
  throw new GantryError({
    code: 'input/usage',
    message: `--repository ${given}: unknown repository`,
    ...defined({hint}),
  });
}
