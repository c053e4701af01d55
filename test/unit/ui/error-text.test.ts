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

  it.each(Object.values(FAILURES))('$code is one sentence that ends once', (failure) => {
    expect(failureText(failure).message).toMatch(/[^.]\.$/);
  });
});
