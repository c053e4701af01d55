import {describe, expect, it} from 'vitest';
import {diagnosticsText, diagnosticText} from '../../../src/ui/diagnostic-text.ts';
import {errorText} from '../../../src/ui/error-text.ts';
import {failureText} from '../../../src/ui/failure-text.ts';
import {golden, plainStyle} from './plain-style.ts';
import {DIAGNOSTICS, FAILURES} from './sample-failures.ts';

describe('diagnostics', () => {
  it('show file, line, the text and what to do; errors last', () =>
    expect(diagnosticsText(DIAGNOSTICS, plainStyle)).toMatchFileSnapshot(golden('diagnostics')));

  it('keep a terminal from obeying a file', () => {
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
  it('each say what is wrong, with which thing, and what to do next', () =>
    expect(
      Object.entries(FAILURES)
        .map(([code, failure]) => `# ${code}\n${errorText(failure, plainStyle)}`)
        .join('\n'),
    ).toMatchFileSnapshot(golden('failures')));

  it('say one problem of the input once, and for machines in its own words', () => {
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

  it('do not send to a workspace that was not made', () => {
    const failure = {code: 'context/kubeconfig', workspace: 'two', field: 'x', problem: 'y', unmade: true} as const;
    expect(failureText(failure).hint).toMatch(/^Nothing was stored/);
  });

  it('name no flag for what no flag permits', () => {
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
  ])('name $name', ({needs, want}) => {
    const blocked = [1, 2, 3, 4, 5].map((n) => ({
      id: `${n}`,
      action: 'replace' as const,
      needs: needs.replaceAll('ID', `${n}`),
      because: 'no',
      fields: [],
    }));
    expect(failureText({code: 'plan/blocked', blocked}).hint).toMatch(want);
  });

  it('quote ids for the shell, and say that some need more than a flag', () => {
    const one = {id: 'x', action: 'adopt', because: 'no', fields: []} as const;
    const blocked = [
      {...one, needs: "--adopt v1:ConfigMap:a:it's"},
      {...one, needs: 'the right to read it'},
    ];
    expect(failureText({code: 'plan/blocked', blocked}).hint).toBe(
      "Permit with: --adopt 'v1:ConfigMap:a:it'\\''s'. For the other changes, do what each line says.",
    );
  });

  it('do not offer to make a workspace of a path', () => {
    const {hint} = failureText({code: 'workspace/not-found', name: './prod.yaml', known: ['dev'], looked: []});
    expect(hint).toBe(
      'Workspaces here: dev. Check the path: a name that has a "/" or ends in .yaml is read as a file.',
    );
  });

  it('name the workspace that was perhaps meant, and not the flag that was just typed', () => {
    const failure = {code: 'workspace/not-found', name: 'prd', from: '-w', known: ['dev', 'prod'], looked: []} as const;
    expect(failureText(failure)).toEqual({
      message: 'Workspace "prd" not found.',
      hint: 'Did you mean prod? Workspaces here: dev, prod.',
    });
  });

  it.each(Object.values(FAILURES))('$code is one sentence that ends once', (failure) => {
    expect(failureText(failure).message).toMatch(/[^.]\.$/);
  });
});
