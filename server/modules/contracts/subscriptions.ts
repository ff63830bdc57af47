/** Subscriptions: who is notified of events under a contract, and where. */
import { OF_CONTRACT } from '../../records/auditKinds.ts';
import { word } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { words } from '../../records/rowFields.ts';
import { contracts } from './contracts.ts';

export const contractSubscriptions = record('contractSubscription', {
  table: 'contract_subscriptions',
  title: [OF_CONTRACT, 'recipient', 'channel'],
  parent: contracts,
  fields: { channel: word('subscriptionChannels'), events: words('subscriptionEvents') },
  search: ['recipient', 'address', 'comment'],
  order: '-recipient',
  unique: { contract_subscriptions_address: 'address' },
});
