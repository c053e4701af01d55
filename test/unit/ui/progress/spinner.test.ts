import {PassThrough} from 'node:stream';
import {stripVTControlCharacters} from 'node:util';
import {describe, expect, it, vi} from 'vitest';
import {openSpinner} from '../../../../src/ui/progress/spinner.ts';

const TEXT = 'Waiting for the login in the browser';

function fakeTerminal() {
  const written: string[] = [];
  const cleared = vi.fn(() => true);
  const stream = new PassThrough().on('data', (chunk: Buffer) => void written.push(chunk.toString()));
  const moves = {isTTY: true, columns: 80, clearLine: cleared, cursorTo: () => true, moveCursor: () => true};
  const terminal = Object.assign(stream, moves) as unknown as NodeJS.WriteStream;
  return {terminal, cleared, text: () => stripVTControlCharacters(written.join(''))};
}

describe('a spinner', () => {
  it('a spinner shows its text on a terminal, and clears its line when it is stopped', async () => {
    const {terminal, cleared, text} = fakeTerminal();
    const spinner = openSpinner({terminal});
    spinner.start(TEXT);
    await vi.waitFor(() => expect(text()).toContain(TEXT));
    cleared.mockClear();
    spinner.stop();
    expect(cleared).toHaveBeenCalled();
  });

  it('a spinner shows only the latest text when it is started twice before it is loaded', async () => {
    const {terminal, text} = fakeTerminal();
    const spinner = openSpinner({terminal});
    spinner.start('Waiting for the first');
    spinner.start(TEXT);
    await vi.waitFor(() => expect(text()).toContain(TEXT));
    spinner.stop();
    expect(text()).not.toContain('first');
  });

  it('a spinner shows nothing when it is stopped before it is loaded', async () => {
    const {terminal, text} = fakeTerminal();
    const spinner = openSpinner({terminal});
    spinner.start(TEXT);
    spinner.stop();
    await import('ora');
    expect(text()).toBe('');
  });

  it('a spinner shows nothing without a terminal', () => {
    expect(() => openSpinner({}).start(TEXT)).not.toThrow();
  });
});
