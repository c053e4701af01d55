import type {Command} from 'commander';
import type {buildSpec} from '../../../app/build-spec.ts';
import {buildDocument, buildManifests} from '../../../ui/build-text.ts';
import {printableLines} from '../../../ui/printable.ts';
import {readSpecFile, type SpecFileFlag, specFileFlag} from '../../flags/plan-flags.ts';
import type {OpenSession} from '../../session.ts';

export type BuildSpec = typeof buildSpec;

const buildLazily: BuildSpec = async (request, deps) =>
  (await import('../../../app/build-spec.ts')).buildSpec(request, deps);

/** `gantry build`: manifests for people and for `-o yaml`, the spec for `-o json`. */
export const defineBuild = (command: Command, open: OpenSession, run: BuildSpec = buildLazily): Command =>
  specFileFlag(command).action(async (flags: SpecFileFlag) => {
    const session = await open();
    const outcome = await run({...session.globals.stack, ...readSpecFile(flags, session)}, session.deps);
    const yaml = buildManifests(outcome);
    await session.print({
      document: buildDocument(outcome),
      text: async () => printableLines((await import('../../../app/to-yaml.ts')).toYaml(yaml)),
      yaml,
      cases: async () => (await import('../../../ui/report/stack-cases.ts')).buildCases(outcome),
      diagnostics: outcome.diagnostics,
    });
  });
