import {expect, it} from 'vitest';
import type {ApprovalProblem} from '../../../src/core/protection/judge-approval.ts';
import type {ProtectedRefusal} from '../../../src/core/protection/protected-refusal.ts';
import type {SignatureProblem} from '../../../src/core/trust/ssh/judge-signature.ts';
import {protectedText} from '../../../src/ui/protected-text.ts';

type Because = ProtectedRefusal extends infer One
  ? One extends ProtectedRefusal
    ? Omit<One, 'workspace'>
    : never
  : never;
const textOf = (refusal: Because) => protectedText({workspace: 'prod', ...refusal});

const freeze = {from: '2026-12-20', to: '2027-01-04', timeZone: 'UTC', reason: 'year end'};
const windows = [
  {days: ['mon', 'tue'], from: '09:00', to: '17:00', timeZone: 'Europe/Zurich'},
  {from: '22:00', to: '04:00', timeZone: 'UTC'},
] as const;

it.each<{refusal: Because; says: string; hint?: string}>([
  {
    refusal: {because: 'no-terminal', change: 'plans'},
    says: '--yes is not enough',
    hint: 'gantry apply plan.json --approval',
  },
  {
    refusal: {because: 'no-terminal', change: 'plans', stack: 'shop/web'},
    says: 'is protected',
    hint: 'gantry preview -s shop/web -w prod --save plan.json',
  },
  {
    refusal: {because: 'no-terminal', change: 'workspace'},
    says: '--yes is not enough',
    hint: 'gantry workspace approve prod',
  },
  {
    refusal: {because: 'no-terminal', change: 'none'},
    says: '--yes is not enough',
    hint: 'Run the command on a terminal.',
  },
  {refusal: {because: 'not-confirmed'}, says: 'its name was not typed'},
  {refusal: {because: 'not-approvable'}, says: '--approval covers only saved plans', hint: 'without --approval'},
  {
    refusal: {because: 'closed', closed: {kind: 'freeze', freeze}},
    says: 'from 2026-12-20 to 2027-01-04 (UTC): year end',
    hint: 'pass --outside-windows REASON',
  },
  {
    refusal: {because: 'closed', closed: {kind: 'windows', windows}, approval: 'a'},
    says: 'only mon tue 09:00-17:00 (Europe/Zurich), every day 22:00-04:00 (UTC)',
    hint: 'gantry approve --outside-windows',
  },
  {
    refusal: {because: 'approval', approval: 'x', change: 'plans', problem: {reason: 'other-change'}},
    says: 'another plan',
    hint: 'gantry approve PLAN',
  },
  {
    refusal: {because: 'approval', approval: 'x', change: 'workspace', problem: {reason: 'other-change'}},
    says: 'another change',
    hint: 'gantry workspace approve prod',
  },
  {refusal: {because: 'no-approvers'}, says: 'lists no approvers', hint: 'protected.approvers'},
  {
    refusal: {because: 'no-approvers', file: 'workspaces/prod.yaml'},
    says: 'A commit can change this file',
    hint: 'workspace create --shared --file workspaces/prod.yaml',
  },
  {
    refusal: {because: 'unreadable-key', line: 2, problem: 'it has no public key'},
    says: 'its approver 2 cannot be used: it has no public key',
  },
])('the refusal $refusal says $says', ({refusal, says, hint}) => {
  const {message, hint: said} = textOf(refusal);
  expect(message).toContain(says);
  expect(message).toContain('nothing was changed');
  if (hint !== undefined) expect(said).toContain(hint);
});

const signature = (problem: SignatureProblem): ApprovalProblem => ({reason: 'signature', problem});

it.each<{problem: ApprovalProblem; says: string}>([
  {problem: {reason: 'unreadable', problem: 'it is empty'}, says: 'it is empty'},
  {problem: {reason: 'other-workspace', found: 'test'}, says: 'it is for the workspace "test"'},
  {problem: {reason: 'other-change'}, says: 'it is for another plan'},
  {problem: {reason: 'not-yet', at: 'T'}, says: 'it is valid from T'},
  {problem: {reason: 'expired', at: 'T'}, says: 'it expired at T'},
  {problem: signature({reason: 'none'}), says: 'it has no signature'},
  {problem: signature({reason: 'namespace', found: 'git'}), says: 'for the namespace "git"'},
  {
    problem: signature({reason: 'unknown-key', key: 'K'}),
    says: 'the key K, which is not an approver of the stored workspace "prod"',
  },
  {
    problem: signature({reason: 'other-namespaces', key: 'K', namespaces: ['git']}),
    says: 'the key K, which is valid only for git',
  },
  {problem: signature({reason: 'not-yet', key: 'K', at: 'T'}), says: 'which is valid only from T'},
  {problem: signature({reason: 'ended', key: 'K', at: 'T'}), says: 'which was valid until T'},
  {problem: signature({reason: 'other-text', key: 'K'}), says: 'it was changed after it was signed with the key K'},
])('an approval with the problem $problem says $says', ({problem, says}) => {
  const {message} = textOf({because: 'approval', change: 'plans', approval: 'plan.json.approval', problem});
  expect(message).toContain('the approval plan.json.approval is not accepted: ');
  expect(message).toContain(says);
});
