import type {Command} from 'commander';
import type {explainValue} from '../../../app/explain-value.ts';
import type {buildSpec} from '../../../app/plan/build-spec.ts';
import type {BuildOutcome} from '../../../app/plan/release-requests.ts';
import type {StackSelection} from '../../../app/stacks/selection.ts';
import {defined} from '../../../lib/defined.ts';
import {buildDocument, buildManifests, holdsMasks} from '../../../ui/text/stack/build-text.ts';
import {
  type ImageFlag,
  imageFlag,
  readImages,
  readSpecFile,
  type SpecFileFlag,
  specFileFlag,
} from '../../flags/plan-flags.ts';
import {
  readReveal,
  refuseSilentMasks,
  type SecretValuesFlags,
  secretValuesFlags,
} from '../../flags/secret-values-flags.ts';
import {readSeveral, refuseForSeveral, type SeveralFlags, severalFlags} from '../../flags/several-flags.ts';
import type {OpenSession, Result, Session} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry build`. Tests pass their own. */
export type BuildSpec = typeof buildSpec;

const buildLazily: BuildSpec = async (request, deps) =>
  (await import('../../../app/plan/build-spec.ts')).buildSpec(request, deps);

const explainLazily: typeof explainValue = async (request, deps) =>
  (await import('../../../app/explain-value.ts')).explainValue(request, deps);

type Flags = SpecFileFlag &
  ImageFlag &
  SeveralFlags &
  SecretValuesFlags & {readonly explain?: string; readonly lock?: true};

/** Defines `gantry build`: prints manifests for people and `-o yaml`, and the spec for `-o json`. `--explain` shows the source of one value. */
export const defineBuild = (
  command: Command,
  open: OpenSession,
  run: BuildSpec = buildLazily,
  explain = explainLazily,
): Command =>
  secretValuesFlags(severalFlags(imageFlag(specFileFlag(command))))
    .option(
      '--lock',
      'refuse a charts.lock.yaml with missing, stale or unused entries; for each command: GANTRY_LOCK=1',
    )
    .option('--explain <id#path>', 'show which file set this value, and every change to it')
    .action(async (flags: Flags) => {
      const session = await open();
      const reveal = readReveal(flags);
      const several = readSeveral(flags, session);
      if (several !== undefined) return buildEach(flags, several, session, run);
      const request = {...session.globals.stack, ...readSpecFile(flags, session), ...readBuild(flags)};
      if (flags.explain !== undefined) return printExplained(flags.explain, request, session, explain);
      const outcome = await run(request, session.deps);
      refuseSilentMasks(holdsMasks(outcome), flags, session);
      return session.print(buildResult(outcome, reveal));
    });

/** Returns the options of a build besides its stack. Keys of flags that were not given are left out. */
const readBuild = (flags: Flags) => ({...readImages(flags), ...defined({onlyLocked: flags.lock})});

function buildResult(outcome: BuildOutcome, reveal: boolean): Result {
  const yaml = buildManifests(outcome, {reveal});
  return {
    document: buildDocument(outcome, {reveal}),
    text: () => manifestText(yaml),
    yaml,
    cases: async () => (await import('../../../ui/report/stack-cases.ts')).buildCases(outcome),
    diagnostics: outcome.diagnostics,
  };
}

const manifestText = async (yaml: readonly unknown[]): Promise<string> =>
  yaml.length === 0 ? '' : (await import('../../../app/to-yaml.ts')).toYaml(yaml);

/** Prints all manifests to stdout; the summary of the stacks goes to stderr. */
async function buildEach(flags: Flags, several: StackSelection, session: Session, run: BuildSpec): Promise<void> {
  refuseForSeveral({'--spec-file': flags.specFile, '--explain': flags.explain});
  if (several.workspaces !== undefined && session.globals.output !== 'json') throw mixed();
  const [{answersOfEach}, {severalResult}, {countUselessImages}, {styleOf, summaryLine, summaryTable}] =
    await Promise.all([
      import('../../several/look-at-each.ts'),
      import('../../several/several-result.ts'),
      import('../../../app/stacks/useless-images.ts'),
      import('../../../ui/several/several-text.ts'),
    ]);
  const options = readBuild(flags);
  const {onUnusedImage, refuse} = countUselessImages();
  let masks = false;
  const built = await answersOfEach(
    session,
    several,
    async ({globals, deps}) => {
      const outcome = await run({...globals.stack, ...options}, deps);
      const {workspace} = outcome;
      masks ||= holdsMasks(outcome);
      return {
        outcome: 'built',
        result: buildResult(outcome, flags.reveal === true),
        ...defined({workspace}),
      };
    },
    {onUnusedImage},
  );
  refuse(built.answers.length);
  refuseSilentMasks(masks, flags, session);
  const result = severalResult(built);
  for (const one of built.answers) session.complain((style) => one.failed?.text(styleOf(one, style)) ?? '');
  // A reader could take a part of the manifests for all of them.
  await session.print({...result, text: () => manifestText(result.yaml ?? [])});
  if (session.globals.output !== 'human') return;
  session.say((style) =>
    built.answers.length === 0
      ? `${built.nothing}\n`
      : `${summaryTable(built.answers, style)}\n${summaryLine(built.answers, style)}\n`,
  );
}

/** Manifests of two environments in one text could all be sent to one cluster. */
const mixed = () =>
  usageError(
    'build prints the manifests of one workspace, but several are selected.',
    'Run it for each, or pass -o json: the document has a part for each workspace.',
  );

async function printExplained(
  field: string,
  request: Parameters<BuildSpec>[0],
  session: Session,
  explain: typeof explainValue,
): Promise<void> {
  const explanation = await explain({...request, field}, session.deps);
  const {explainValueText} = await import('../../../ui/text/stack/explain-value-text.ts');
  await session.print({
    document: explanation,
    text: (style) => explainValueText(explanation, style),
    diagnostics: explanation.diagnostics,
  });
}
