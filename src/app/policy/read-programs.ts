import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {PolicyRule} from '../../core/policy/policy.ts';
import type {OpenPrograms, RestrictedPrograms} from '../../ports/restricted-programs.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import {describePolicy} from './describe-policy.ts';
import {programPath} from './program-path.ts';

/** A function of a program that checks objects or changes. */
export type RuleProgram = {
  readonly path: string;
  readonly part: 'checkObject' | 'checkChange';
  readonly programs: RestrictedPrograms;
};

/** A rule of a workspace, and the program that checks it. A program with two checks is two rules. */
export type ProgramRule = PolicyRule & {readonly program?: RuleProgram};

/** Opens and describes the programs of rules, all in one process. Other rules stay as they are. */
export async function readPrograms(
  rules: readonly PolicyRule[],
  chosen: Pick<FoundWorkspace, 'place' | 'file'>,
  open: OpenPrograms,
): Promise<{readonly rules: readonly ProgramRule[]; readonly problems: readonly Diagnostic[]}> {
  const problems: Diagnostic[] = [];
  const found = rules.map(({check}) => {
    if (check.type !== 'program') return undefined;
    const place = programPath(check.file, chosen, check.at);
    if ('path' in place) return place.path;
    problems.push(place.problem);
    return undefined;
  });
  const programs = open(found.filter((path) => path !== undefined));
  const ready: ProgramRule[] = [];
  for (const [i, rule] of rules.entries()) {
    const {check} = rule;
    const path = found[i];
    if (check.type !== 'program') ready.push(rule);
    if (check.type !== 'program' || path === undefined) continue;
    const described = await describePolicy(path, check, programs);
    if ('problems' in described) {
      problems.push(...described.problems);
      continue;
    }
    const name = rule.name === '' ? described.name : rule.name;
    const parts = described.parts.filter((part) => part !== 'mutate');
    if (parts.length === 0) problems.push(withoutCheck(check));
    ready.push(...parts.map((part) => ({...rule, name, program: {path, part, programs}})));
  }
  return {rules: ready, problems};
}

const withoutCheck = ({file, at}: PolicyRule['check'] & {readonly type: 'program'}): Diagnostic => ({
  severity: 'error',
  code: 'policy/program',
  message: `the policy ${file} has neither \`checkObject\` nor \`checkChange\``,
  at,
  hint: 'A policy with `mutate` is an entry of its own: `{name: NAME, mutate: {file: FILE}}`.',
});
