import {EventEmitter} from 'node:events';
import {describe, expect, it} from 'vitest';
import {listenForInterrupt} from '../../../src/cli/interrupt.ts';

describe('Ctrl-C', () => {
  it('asks to stop at first, and ends at once when repeated', () => {
    const source = new EventEmitter();
    const exits: number[] = [];
    const {signal} = listenForInterrupt(source, (code) => exits.push(code));
    source.emit('SIGINT');
    expect(signal).toMatchObject({aborted: true, reason: 'SIGINT'});
    expect(exits).toEqual([]);
    source.emit('SIGTERM');
    expect(exits).toEqual([143]);
    expect(signal.reason).toBe('SIGINT');
  });

  it('is what the closing of a terminal is, too: the run ends as terminated', () => {
    const source = new EventEmitter();
    const exits: number[] = [];
    const {signal} = listenForInterrupt(source, (code) => exits.push(code));
    source.emit('SIGHUP');
    expect(signal).toMatchObject({aborted: true, reason: 'SIGTERM'});
    source.emit('SIGHUP');
    expect(exits).toEqual([143]);
  });

  it('is not ours while a program has the foreground, and is again afterwards', () => {
    const source = new EventEmitter();
    const exits: number[] = [];
    const {signal, standAside} = listenForInterrupt(source, (code) => exits.push(code));
    {
      using _ = standAside();
      source.emit('SIGINT');
      source.emit('SIGTERM');
    }
    expect({aborted: signal.aborted, exits}).toEqual({aborted: false, exits: []});
    source.emit('SIGTERM');
    expect(signal).toMatchObject({aborted: true, reason: 'SIGTERM'});
  });

  it('is no longer listened for afterwards', () => {
    const source = new EventEmitter();
    {
      using _ = listenForInterrupt(source, () => undefined);
    }
    expect(source.eventNames()).toEqual([]);
  });
});
