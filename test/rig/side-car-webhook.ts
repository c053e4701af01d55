import {injectContainer, mutatingWebhook, type Webhook} from './mutating-webhook.ts';

/** An admission webhook on loopback that puts a side-car into pod templates, and ends with the test. */
export const sideCarWebhook = (): Promise<Webhook> =>
  mutatingWebhook(injectContainer({name: 'side-car', image: 'mesh:1', resources: {requests: {cpu: '0.01'}}}));
