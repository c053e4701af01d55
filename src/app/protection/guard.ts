import type {Admission, GuardedChange} from '../../core/protection/guarded-change.ts';
import type {FoundProtection} from '../../core/protection/protection.ts';
import {historyText} from '../../core/release/history-names.ts';
import type {Backend} from '../../ports/backend.ts';
import {admitByApproval} from './admit-by-approval.ts';
import {admitByName, type ProtectedChange} from './admit-by-name.ts';
import type {GuardDeps} from './guard-options.ts';
import {protectionsOf} from './protections-of.ts';

/** Permits the changes of one run. */
export type Guard = (change: GuardedChange, backend: Backend) => Promise<Admission | undefined>;

/**
 * Returns the guard of a run. It permits each change of a protected workspace once: a permission for a stack also covers the later steps of the same
 * run, and the user types the name of a workspace once, whatever the number of stacks.
 */
export function createGuard(deps: GuardDeps): Guard {
  const permitted = new Map<string, Promise<Admission | undefined>>();
  const named = new Map<string, Promise<Admission>>();
  let lastAnswer: Promise<unknown> = Promise.resolve();
  const askInTurn = (asked: ProtectedChange): Promise<Admission> => {
    // A terminal can show one question at a time.
    const answer = lastAnswer.then(() => admitByName(asked, deps));
    lastAnswer = answer.catch(() => undefined);
    return answer;
  };
  const decide = async (change: GuardedChange, backend: Backend): Promise<Admission | undefined> => {
    const workspace = change.of === 'releases' ? change.names.workspace : change.workspace;
    const protections = withChosen(await protectionsOf(workspace, deps.places(backend)), deps.chosen?.get(workspace));
    if (protections.length === 0) return undefined;
    const asked = {change, workspace, protections};
    if (deps.approval !== undefined) return admitByApproval({...asked, file: deps.approval}, deps);
    // Two projects can have workspaces with one name, and other rules.
    const rules = [workspace, ...protections.map(({file}) => file)].join('\n');
    const answer = named.get(rules) ?? askInTurn(asked);
    named.set(rules, answer);
    return answer;
  };
  return (change, backend) => {
    const key = keyOf(change, backend);
    const known = permitted.get(key) ?? decide(change, backend);
    permitted.set(key, known);
    return known;
  };
}

const keyOf = (change: GuardedChange, {name}: Backend): string =>
  change.of === 'releases'
    ? `releases ${historyText(change.names)} ${name}`
    : `workspace ${change.workspace} ${change.changed?.digest ?? ''} ${name}`;

/** Adds the protections of chosen workspaces whose files are in none of the usual places. */
const withChosen = (
  found: readonly FoundProtection[],
  chosen: readonly FoundProtection[] = [],
): readonly FoundProtection[] => [...found, ...chosen.filter((one) => !found.some(({file}) => file === one.file))];
