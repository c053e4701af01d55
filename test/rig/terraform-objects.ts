import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {json} from 'node:stream/consumers';
import {canary} from './canaries.ts';

/** An object of the test provider (test/services/terraform/provider). */
export type ServedObject = Readonly<Record<string, string>>;

/** A request that changes an object. `before`: it has no effect yet. `after`: it is not answered yet. */
export type ObjectMoment = {
  readonly number: number;
  readonly phase: 'before' | 'after';
  readonly method: string;
  readonly name: string;
  /** The process of the provider. */
  readonly provider: number;
};

/** Decides how the server treats a request, when its promise resolves: undefined answers it, `refuse` refuses it with all its fields as the reason, `crash` ends the provider. */
export type AtMoment = (moment: ObjectMoment) => Promise<'refuse' | 'crash' | void>;

/** The server with the objects of the test provider. A test decides what happens at each request that changes one. */
export type ObjectServer = {
  readonly address: string;
  readonly objects: Map<string, ServedObject>;
  /** The secret phrase in each answer. */
  readonly issued: string;
  /** The bodies of all requests from the provider. */
  readonly bodies: ServedObject[];
  /** Forgets all objects and requests. */
  readonly reset: (at?: AtMoment) => void;
  /** Decides what happens from now on. */
  readonly at: (at: AtMoment) => void;
  readonly close: () => Promise<void>;
};

type Answer = {readonly status: number; readonly body?: ServedObject | undefined};

export async function objectServer(): Promise<ObjectServer> {
  const objects = new Map<string, ServedObject>();
  const bodies: ServedObject[] = [];
  let [number, made] = [0, 0];
  let at: AtMoment | undefined;
  const issued = canary('issued by the server');

  const act = (method: string, id: string, fields: ServedObject): ServedObject | undefined => {
    const {pid: _, token: __, key: ___, ...kept} = fields;
    if (method === 'DELETE') objects.delete(id);
    else objects.set(id, {...kept, id, serial: String(++made), issued});
    return objects.get(id);
  };
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const {method = '', url = ''} = request;
    const id = url.split('/')[2] ?? '';
    if (method === 'GET') return objects.has(id) ? {status: 200, body: objects.get(id)} : {status: 404};
    const fields = (await json(request)) as ServedObject;
    bodies.push(fields);
    const moment = {number: ++number, method, name: fields['name'] ?? '', provider: Number(fields['pid'])};
    const target = method === 'POST' ? `object-${moment.number}-${moment.name}` : id;
    const hook = at;
    if ((await hook?.({...moment, phase: 'before'})) === 'refuse') return {status: 400, body: fields};
    const body = act(method, target, fields);
    if ((await hook?.({...moment, phase: 'after'})) === 'crash') return {status: 418};
    return body === undefined ? {status: 204} : {status: 200, body};
  };
  const server = createServer((request, response) => {
    void answer(request).then(({status, body}) =>
      response.writeHead(status).end(body === undefined ? '' : JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    issued,
    bodies,
    reset: (next) => {
      objects.clear();
      [number, at] = [0, next];
    },
    at: (next) => {
      at = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
