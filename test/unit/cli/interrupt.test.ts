import {EventEmitter} from 'node:events';
import {describe, expect, it} from 'vitest';
import {listenForInterrupt} from '../../../src/cli/interrupt.ts';

/** Listens with a turn of the event loop that the test ends. */
function listening({isProcess1 = false} = {}) {
  const source = new EventEmitter();
  const exits: number[] = [];
  const turns: (() => void)[] = [];
  const interrupt = listenForInterrupt(source, (code) => exits.push(code), {
    later: (then) => turns.push(then),
    isProcess1,
  });
  return {source, exits, ...interrupt, interrupt, endTurn: () => turns.splice(0).forEach((then) => then())};
}

describe('Ctrl-C', () => {
  it('Ctrl-C stops the run, and ends the process if it is pressed twice in one turn', () => {
    const {source, exits, signal, endTurn} = listening();
    source.emit('SIGINT');
    expect({exits, aborted: signal.aborted}).toEqual({exits: [], aborted: false});
    source.emit('SIGTERM');
    expect(exits).toEqual([143]);
    endTurn();
    expect(signal).toMatchObject({aborted: true, reason: 'SIGINT'});
  });

  it('Ctrl-C has its default action again before the abort', () => {
    const {source, signal, endTurn} = listening();
    let left: readonly unknown[] = ['nobody was told'];
    signal.addEventListener('abort', () => {
      left = source.eventNames();
    });
    source.emit('SIGINT');
    endTurn();
    expect(left).toEqual([]);
  });

  it('process 1 of a container keeps its listener, because no default action ends it', () => {
    const {source, exits, signal, endTurn} = listening({isProcess1: true});
    source.emit('SIGTERM');
    endTurn();
    expect(signal).toMatchObject({aborted: true, reason: 'SIGTERM'});
    source.emit('SIGTERM');
    expect(exits).toEqual([143]);
  });

  it('a closed terminal ends the run as terminated', () => {
    const {source, exits, signal, endTurn} = listening();
    source.emit('SIGHUP');
    source.emit('SIGHUP');
    expect(exits).toEqual([143]);
    endTurn();
    expect(signal).toMatchObject({aborted: true, reason: 'SIGTERM'});
  });

  it('Ctrl-C is ignored while another program is in the foreground', () => {
    const {source, exits, signal, standAside, endTurn} = listening();
    {
      using _ = standAside();
      source.emit('SIGINT');
      source.emit('SIGTERM');
    }
    endTurn();
    expect({aborted: signal.aborted, exits}).toEqual({aborted: false, exits: []});
    source.emit('SIGTERM');
    endTurn();
    expect(signal).toMatchObject({aborted: true, reason: 'SIGTERM'});
  });

  it('Ctrl-C has no listener after disposal', () => {
    const {source, interrupt} = listening();
    {
      using _ = interrupt;
    }
    expect(source.eventNames()).toEqual([]);
  });
});
