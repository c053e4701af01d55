import {realpathSync} from 'node:fs';
import {relative} from 'node:path';
import {type Diagnostic, isError} from '../../../core/diagnostic/diagnostic.ts';
import {isObject} from '../../../core/json.ts';
import {scrubText} from '../../../core/secret/scrub-text.ts';
import {secretTexts} from '../../../core/secret/secret-texts.ts';
import {defined} from '../../../lib/defined.ts';
import type {Kustomize, KustomizeBuilt} from '../../../ports/kustomize.ts';
import type {Candidate, Candidates} from '../../manifests/candidate.ts';
import {checkObject} from '../../manifests/check-object.ts';
import {flatten} from '../../manifests/flatten.ts';
import {leavesProject} from '../../project-link.ts';
import {shownPath} from '../../read-text.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';
import {maskedPosition} from '../../yaml/masked-position.ts';
import {readYaml} from '../../yaml/read-yaml.ts';
import {digestInputs} from './digest-inputs.ts';
import {KUSTOMIZATION_FILES, kustomizationsIn} from './kustomization-file.ts';
import {originOfBuilt} from './origin.ts';
import {refuseUntrusted} from './refuse-untrusted.ts';
import {hasChartGenerator, needsHelm, type Walked, walkKustomization} from './walk.ts';

/** A request to build a kustomization. */
export type ReadKustomization = {
  /** The absolute path. */
  readonly directory: string;
  /** The absolute path of the directory that Helm charts must be in. */
  readonly projectDir: string;
  readonly isExpandable: boolean;
  /** True if the source allows that bases are fetched. */
  readonly remote: boolean;
  /** Returns the position of the source in stack.yaml, if it is listed there. */
  readonly at: () => Pick<Diagnostic, 'at' | 'path'>;
  readonly kustomize: () => Promise<Kustomize>;
};

/** Builds a kustomization and returns its objects, with their positions in the files that they were built from. */
export async function readKustomization(read: ReadKustomization): Promise<Candidates> {
  const {directory, at} = read;
  const remote = read.remote && untrustedCheckout() === undefined;
  const shown = shownPath(directory);
  const files = kustomizationsIn(directory);
  if (files.length !== 1) {
    const message =
      files.length === 0
        ? `no kustomization found in ${shown}: it has no ${KUSTOMIZATION_FILES.join(', ')}`
        : `${shown} has several kustomizations: ${files.map((file) => shownPath(file)).join(' and ')}`;
    return wrong([{severity: 'error', code: 'source/kustomize', message, ...at()}]);
  }
  if (leavesProject(directory)) {
    const message = `${shown} ${LEAVES}`;
    return wrong([{severity: 'error', code: 'source/kustomize', message, ...at()}]);
  }
  const walked = walkKustomization(directory);
  const refused = refuseWalked(walked, read.projectDir, remote);
  if (refused.length > 0) return wrong(refused);
  const digestNow = (): string | undefined => digestOf(walked, directory);
  // A result with fetched or unknown inputs can change although these files do not, so it gets no digest.
  const digest = remote || walked.unread.length > 0 || hasChartGenerator(walked) ? undefined : digestNow();
  const kustomize = await read.kustomize();
  const built = await kustomize({directory, digest, remote, withHelm: needsHelm(walked)});
  if ('problem' in built) return wrong([failed(built, walked, read)]);
  const found = objectsOf(built.text, walked, read);
  const isSecret = found.candidates.some(({object}) => object['kind'] === 'Secret') || walked.secretTexts.length > 0;
  if (digest !== undefined && !isSecret && !found.diagnostics.some(isError)) await keepIfSame(built, digest, digestNow);
  return found;
}

/** Returns the reasons why a kustomization is not built: only those of the most severe kind. */
function refuseWalked(walked: Walked, projectDir: string, remote: boolean): readonly Diagnostic[] {
  const untrusted = untrustedCheckout();
  const refused = untrusted === undefined ? [] : refuseUntrusted(walked, untrusted);
  if (refused.length > 0) return refused;
  if (walked.leaving.length > 0) return refuseLeaving(walked);
  const outside = refuseOutside(walked, projectDir);
  if (outside.length > 0) return outside;
  return remote ? [] : refuseRemote(walked);
}

/** Refuses charts outside of the project. kustomize checks only where the files of values are. */
const refuseOutside = ({kustomizations}: Walked, projectDir: string): readonly Diagnostic[] =>
  kustomizations.flatMap(({charts, origin}) =>
    charts
      .filter(({directory}) => relative(realpathSync(projectDir), directory).startsWith('..'))
      .map(({name, directory, path}) => ({
        severity: 'error',
        code: 'source/kustomize',
        message: `the chart ${name} in ${shownPath(directory)} is outside of the project directory ${shownPath(projectDir)}`,
        at: origin.position(path),
      })),
  );

const wrong = (diagnostics: readonly Diagnostic[]): Candidates => ({candidates: [], diagnostics});

const digestOf = ({kustomizations}: Walked, directory: string): string | undefined =>
  digestInputs(
    kustomizations.flatMap((one) => [one.directory, ...one.charts.map((chart) => chart.directory)]),
    kustomizations.at(-1)?.directory ?? directory,
  );

/** Caches a result, unless a file was edited while kustomize ran. */
async function keepIfSame({keep}: KustomizeBuilt, digest: string, digestNow: () => string | undefined): Promise<void> {
  if (digestNow() === digest) await keep();
}

const LEAVES = 'is a link, or below a link, that leads out of the project';

/** Refuses bases behind links that leave the project. kustomize itself refuses files that are not below their kustomization. */
const refuseLeaving = ({leaving}: Walked): readonly Diagnostic[] =>
  leaving.map(({entry, origin, path}) => ({
    severity: 'error',
    code: 'source/kustomize',
    message: `${entry} ${LEAVES}`,
    at: origin.position(path),
  }));

const refuseRemote = ({remote}: Walked): readonly Diagnostic[] =>
  remote.map(({entry, origin, path}) => ({
    severity: 'error',
    code: 'source/kustomize-remote',
    message: `${withoutLogin(entry)} is a remote address, and this source must not fetch anything`,
    at: maskedLogin(origin.position(path)),
    hint:
      untrustedCheckout() === undefined
        ? ALLOW_REMOTE
        : 'Keep a copy in the repository: untrusted mode fetches nothing.',
  }));

const ALLOW_REMOTE =
  'Add `remote: true` beside `kustomize` in `sources` of stack.yaml, or keep a copy in the repository.';

const LOGIN = /:\/\/[^/\s@]+@/;
const withoutLogin = (text: string): string => text.replace(LOGIN, '://***@');
const maskedLogin = (position: NonNullable<Diagnostic['at']>): NonNullable<Diagnostic['at']> =>
  LOGIN.test(position.text) ? maskedPosition(position) : position;

function failed(
  {problem, hint}: {readonly problem: string; readonly hint?: string | undefined},
  walked: Walked,
  {directory, at}: ReadKustomization,
): Diagnostic {
  const secrets = [...walked.secretTexts, ...walked.parts.flatMap(({value}) => secretTexts(value))].filter(
    (text) => text.trim() !== '',
  );
  const place = at();
  const here = walked.kustomizations.at(-1)?.origin.position([]);
  return {
    severity: 'error',
    code: 'source/kustomize',
    message: withoutLogin(scrubText(problem, secrets)).replaceAll(`${directory}/`, ''),
    ...(place.at === undefined && here !== undefined ? {at: maskedPosition(here)} : place),
    ...defined({hint}),
  };
}

function objectsOf(text: string, walked: Walked, {directory, isExpandable}: ReadKustomization): Candidates {
  const {documents, diagnostics: unread} = readYaml(text, shownPath(directory));
  const here = walked.kustomizations.at(-1)?.origin.position([]);
  // Positions in the output of kustomize are in no file.
  const placed = (one: Diagnostic): Diagnostic => {
    const {at: _, ...rest} = one;
    return here === undefined ? rest : {...rest, at: maskedPosition(here)};
  };
  const diagnostics: Diagnostic[] = unread.map(placed);
  const candidates: Candidate[] = [];
  for (const {value, origin, isWhole} of documents) {
    if (!isWhole) continue;
    for (const {object} of flatten(value, origin, (one) => diagnostics.push(placed(one)))) {
      const written = {object, origin: originOfBuilt(object, walked)};
      const problems = checkObject(written);
      diagnostics.push(...problems);
      if (problems.length === 0 && isObject(object))
        candidates.push({...written, isExpandable, dependsOn: [], extensions: {}});
    }
  }
  return {candidates, diagnostics};
}
