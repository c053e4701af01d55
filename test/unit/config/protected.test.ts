import {describe, expect, it} from 'vitest';
import {protectionOf} from '../../../src/config/protected.ts';
import {parseWorkspaceText} from '../../../src/config/workspace-file.ts';
import {GantryError} from '../../../src/core/failure/failure.ts';
import {ed25519Key} from '../../rig/ssh-key.ts';

const {line} = ed25519Key();

function problemsOf(rules: unknown): readonly string[] {
  try {
    parseWorkspaceText(JSON.stringify({protected: rules}), 'prod.yaml');
    return [];
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'input/invalid')
      return error.failure.diagnostics.map(({message}) => message);
    throw error;
  }
}

describe('the field protected', () => {
  it.each<{rules: unknown}>([
    {rules: true},
    {rules: false},
    {rules: null},
    {rules: {}},
    {rules: {approvers: [line, `alice@example.com ${line}`, `bob namespaces="gantry-approval" ${line}`]}},
    {
      rules: {
        windows: [
          {from: '09:00', to: '17:00'},
          {days: ['mon'], from: '22:00', to: '04:00', timeZone: 'Asia/Kolkata'},
        ],
      },
    },
    {rules: {windows: [{from: '00:00', to: '24:00'}]}},
    {
      rules: {
        freezes: [
          {from: '2026-12-20', to: '2026-12-20', reason: 'r'},
          {from: '2026-12-20T18:00', to: '2027-01-04', reason: 'r'},
        ],
      },
    },
  ])('$rules is valid', ({rules}) => expect(problemsOf(rules)).toEqual([]));

  it.each<{rules: unknown; problem: RegExp}>([
    {rules: 'yes', problem: /protected/},
    {rules: {approver: [line]}, problem: /approver/},
    {rules: {approvers: ['alice']}, problem: /not an SSH public key: it has no public key/},
    {rules: {approvers: [`${line}\n${line}`]}, problem: /it must be one public key/},
    {rules: {approvers: [`alice cert-authority ${line}`]}, problem: /option that is not supported/},
    {rules: {approvers: ['# a comment']}, problem: /it must be one public key/},
    {rules: {windows: [{from: '9:00', to: '17:00'}]}, problem: /must be a time such as "09:00"/},
    {rules: {windows: [{from: '24:00', to: '17:00'}]}, problem: /must be a time such as "09:00"/},
    {rules: {windows: [{from: '09:00', to: '09:00'}]}, problem: /must differ/},
    {rules: {windows: [{days: [], from: '09:00', to: '17:00'}]}, problem: /is an empty list/},
    {rules: {windows: [{days: ['monday'], from: '09:00', to: '17:00'}]}, problem: /must be one of mon, tue/},
    {
      rules: {windows: [{from: '09:00', to: '17:00', timeZone: 'Zurich'}]},
      problem: /must be a time zone of the IANA database/,
    },
    {rules: {freezes: [{from: '2026-02-31', to: '2026-03-01', reason: 'r'}]}, problem: /must be a date/},
    {rules: {freezes: [{from: '2026-12-21', to: '2026-12-20', reason: 'r'}]}, problem: /must not be before/},
    {rules: {freezes: [{from: '2026-12-20', to: '2026-12-21'}]}, problem: /reason/},
  ])('$rules is refused', ({rules, problem}) => {
    const problems = problemsOf(rules);
    expect(problems, JSON.stringify(problems)).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
  });

  it('times without a time zone are in UTC, and true has no rules', () => {
    expect(protectionOf({windows: [{from: '09:00', to: '17:00'}]})).toEqual({
      approvers: [],
      windows: [{from: '09:00', to: '17:00', timeZone: 'UTC'}],
      freezes: [],
    });
    expect(protectionOf(true)).toEqual({approvers: [], windows: [], freezes: []});
    for (const open of [undefined, null, false] as const) expect(protectionOf(open)).toBeUndefined();
  });
});
