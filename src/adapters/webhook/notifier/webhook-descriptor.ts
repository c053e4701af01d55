import type {NotifierDescriptor} from '../../../ports/notifier.ts';

type Declared = {
  readonly url: string;
  readonly token?: string | undefined;
  readonly signingKey?: string | undefined;
  readonly caFile?: string | undefined;
};

/** An HTTPS server that receives the notification as a JSON document. */
export const webhookDescriptor: NotifierDescriptor<Declared> = {
  kind: 'webhook',
  description: 'An HTTPS server that receives a JSON document (schema `notification`).',
  example: '{url: "https://HOST/PATH", token: ref://HOOK_TOKEN}',
  fields: {
    url: {
      type: 'hook',
      required: true,
      description: 'The address, or a reference to it. An address that contains a token must be a reference.',
    },
    token: {type: 'reference', description: 'A bearer token.'},
    signingKey: {
      type: 'reference',
      description: 'The key of the HMAC-SHA256 of the body, which is sent as `Gantry-Signature: sha256=…`.',
    },
    caFile: {type: 'path', description: 'PEM certificates to trust besides those of the system'},
  },
  keepsState: false,
  open: async (declared, deps) => {
    const {secret, certificates, http} = deps;
    const {url, token, signingKey, caFile} = declared;
    const {webhookNotifier} = await import('./webhook-notifier.ts');
    return webhookNotifier(
      {
        url: await secret(url),
        token: token === undefined ? undefined : await secret(token),
        signingKey: signingKey === undefined ? undefined : await secret(signingKey),
        ca: caFile === undefined ? undefined : await certificates(caFile),
      },
      {http},
    );
  },
};
