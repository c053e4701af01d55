import type {Command} from 'commander';
import type {buildSpec} from '../../../app/build-spec.ts';
import type {explainValue} from '../../../app/explain-value.ts';
import {buildDocument, buildManifests} from '../../../ui/build-text.ts';
import {printableLines} from '../../../ui/printable.ts';
import {
  type ImageFlag,
  imageFlag,
  readImages,
  readSpecFile,
  type SpecFileFlag,
  specFileFlag,
} from '../../flags/plan-flags.ts';
import type {OpenSession, Session} from '../../session.ts';

export type BuildSpec = typeof buildSpec;

const buildLazily: BuildSpec = async (request, deps) =>
  (await import('../../../app/build-spec.ts')).buildSpec(request, deps);

const explainLazily: typeof explainValue = async (request, deps) =>
  (await import('../../../app/explain-value.ts')).explainValue(request, deps);

type Flags = SpecFileFlag & ImageFlag & {readonly explain?: string};

/** `gantry build`: manifests for people and for `-o yaml`, the spec for `-o json`; with `--explain`, where one value comes from. */
export const defineBuild = (
  command: Command,
  open: OpenSession,
  run: BuildSpec = buildLazily,
  explain = explainLazily,
): Command =>
  imageFlag(specFileFlag(command))
    .option('--explain <id#path>', 'which file set this value, and all that it went through')
    .action(async (flags: Flags) => {
      const session = await open();
      const request = {...session.globals.stack, ...readSpecFile(flags, session), ...readImages(flags)};
      if (flags.explain !== undefined) return printExplained(flags.explain, request, session, explain);
      const outcome = await run(request, session.deps);
      const yaml = buildManifests(outcome);
      return session.print({
        document: buildDocument(outcome),
        text: async () => printableLines((await import('../../../app/to-yaml.ts')).toYaml(yaml)),
        yaml,
        cases: async () => (await import('../../../ui/report/stack-cases.ts')).buildCases(outcome),
        diagnostics: outcome.diagnostics,
      });
    });

async function printExplained(
  field: string,
  request: Parameters<BuildSpec>[0],
  session: Session,
  explain: typeof explainValue,
): Promise<void> {
  const explanation = await explain({...request, field}, session.deps);
  const {explainValueText} = await import('../../../ui/explain-value-text.ts');
  await session.print({
    document: explanation,
    text: (style) => explainValueText(explanation, style),
    diagnostics: explanation.diagnostics,
  });
}
