import {describe, expect, it} from 'vitest';
import {diagnosticsText, diagnosticText} from '../../../src/ui/diagnostic-text.ts';
import {errorText} from '../../../src/ui/error-text.ts';
import {failureText} from '../../../src/ui/failure-text.ts';
import {golden, plainStyle} from './plain-style.ts';
import {DIAGNOSTICS, FAILURES} from './sample-failures.ts';

describe('diagnostics', () => {
  it('diagnostics show file, line, text and hint, errors last', () =>
    expect(diagnosticsText(DIAGNOSTICS, plainStyle)).toMatchFileSnapshot(golden('diagnostics')));

  it('diagnostics escape control characters of a file', () => {
    const text = diagnosticText(
      {
        severity: 'error',
        code: 'x',
        message: 'a\u001b[2Jb',
        at: {file: 'e\u001bvil.yaml', line: 1, column: 1, endColumn: 2, text: 'k: \u001b]0;t\u0007'},
        hint: '\u009b1m',
      },
      plainStyle,
    );
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  });
});

describe('failures', () => {
  it('each failure has a message and a hint', () =>
    expect(
      Object.entries(FAILURES)
        .map(([code, failure]) => `# ${code}\n${errorText(failure, plainStyle)}`)
        .join('\n'),
    ).toMatchFileSnapshot(golden('failures')));

  it('a single problem of the input is printed once, and is the message of the document', () => {
    const diagnostic = {
      severity: 'error',
      code: 'stack/none',
      message: 'no stack here',
      hint: 'Run `gantry init`.',
    } as const;
    expect(errorText({code: 'input/invalid', diagnostics: [diagnostic]}, plainStyle)).toBe(
      'error: no stack here (stack/none)\n  hint: Run `gantry init`.\n',
    );
    expect(failureText({code: 'input/invalid', diagnostics: [diagnostic]}).message).toBe('no stack here');
  });

  it('the hint does not refer to a workspace that was not created', () => {
    const failure = {code: 'context/kubeconfig', workspace: 'two', field: 'x', problem: 'y', unmade: true} as const;
    expect(failureText(failure).hint).toMatch(/^Nothing was stored/);
  });

  it('the hint names no flag if no flag permits a change', () => {
    const needs = 'a replacement, which this version of Gantry does not make: delete the object first';
    const blocked = {id: 'x', action: 'replace', needs, because: 'it is immutable', fields: []} as const;
    expect(failureText({code: 'plan/blocked', blocked: [blocked]}).hint).toBe(
      'No flag permits these changes. Do what each line says, then apply again.',
    );
  });

  it.each([
    {name: 'of many objects the flag for all', needs: '--allow-replace ID', want: /: --allow-replace all$/},
    {name: 'for lost data never one for all', needs: '--allow-data-loss ID', want: /(--allow-data-loss \d ?){5}$/},
    {
      name: 'of several kinds each by its own',
      needs: '--adopt ID --allow-data-loss ID',
      want: /: --adopt all (--allow-data-loss \d ?){5}$/,
    },
  ])('the hint names $name', ({needs, want}) => {
    const blocked = [1, 2, 3, 4, 5].map((n) => ({
      id: `${n}`,
      action: 'replace' as const,
      needs: needs.replaceAll('ID', `${n}`),
      because: 'no',
      fields: [],
    }));
    expect(failureText({code: 'plan/blocked', blocked}).hint).toMatch(want);
  });

  it('the hint quotes ids for the shell, and says that some changes need more than a flag', () => {
    const one = {id: 'x', action: 'adopt', because: 'no', fields: []} as const;
    const blocked = [
      {...one, needs: "--adopt v1:ConfigMap:a:it's"},
      {...one, needs: 'the right to read it'},
    ];
    expect(failureText({code: 'plan/blocked', blocked}).hint).toBe(
      "Permit with: --adopt 'v1:ConfigMap:a:it'\\''s'. For the other changes, do what each line says.",
    );
  });

  it('the hint does not suggest to create a workspace from a path', () => {
    const {hint} = failureText({code: 'workspace/not-found', name: './prod.yaml', known: ['dev'], looked: []});
    expect(hint).toBe(
      'Workspaces here: dev. Check the path: a name that has a "/" or ends in .yaml is read as a file.',
    );
  });

  it('the hint suggests the nearest workspace, and the message does not repeat -w', () => {
    const failure = {code: 'workspace/not-found', name: 'prd', from: '-w', known: ['dev', 'prod'], looked: []} as const;
    expect(failureText(failure)).toEqual({
      message: 'Workspace "prd" not found.',
      hint: 'Did you mean prod? Workspaces here: dev, prod.',
    });
  });

  it.each(Object.values(FAILURES))('the message of $code ends with one full stop', (failure) => {
    expect(failureText(failure).message).toMatch(/[^.]\.$/);
  });
});
