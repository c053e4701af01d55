import type {Command} from 'commander';
import type {openShell} from '../../../app/programs/open-shell.ts';
import {backendRequest} from '../../flags/globals.ts';
import type {OpenSession} from '../../session.ts';
import {announce, refuseForms} from './refuse-forms.ts';

const openLazily: typeof openShell = async (request, deps) =>
  (await import('../../../app/programs/open-shell.ts')).openShell(request, deps);

/** Defines `gantry shell`: starts the user's shell, in which every program uses the cluster of one workspace. */
export const defineShell = (command: Command, open: OpenSession, run = openLazily): Command =>
  command.action(async () => {
    const session = await open();
    refuseForms(session, 'a shell has no other form');
    session.end(await run({...backendRequest(session.globals), onStart: announce(session)}, session.deps));
  });
