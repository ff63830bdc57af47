/** Prints the act of disagreement about a claim: both parties, the amounts of each, and their messages. */
import type { CarrierClaim, Csori } from '../../../schemas/generated/api.ts';
import { fileHandler, type Handlers, type InstanceCall } from '../../access/handler.ts';
import { Problem } from '../../core/problems.ts';
import { makers } from '../../core/threadPool.ts';
import type { PrintedDocument, PrintedFacts, PrintedPart } from '../../print/pdf.ts';
import { pdfReply } from '../../print/reply.ts';
import { printed, printedAt, type Ground } from '../../print/values.ts';
import { round } from './amounts.ts';

/** Blank line to be filled in by hand. */
const LINE = '______________ / ______________ / «___» __________ ______';
const NOTHING = '—';

type Amount = CarrierClaim['ordered'];
type Call = InstanceCall<'carrierClaimPrint'>;

export function claimPrintHandlers(): Handlers {
  return {
    // The slot is taken before anything is read: an account prints one document at a time.
    carrierClaimPrint: fileHandler<'carrierClaimPrint'>((call) =>
      makers.use(call.account.id, async (thread) => {
        const { title, document } = await actOf(call);
        return pdfReply(thread, title, document);
      }),
    ),
  };
}

async function actOf(call: Call): Promise<{ title: string; document: PrintedDocument }> {
  const { translate, locale, account, operations } = call;
  const claim = (await operations.read('carrierClaimGet', {
    claimId: call.parameters.claimId,
  })) as CarrierClaim;
  // A draft has not been submitted, so there is no disagreement yet.
  if (claim.status.name === 'NEW') throw new Problem(409, 'claimNotSubmitted');
  const csori = (await operations.read('csoriGet', { csoriId: claim.csoriId })) as Csori;
  const { timeZone, name } = account.instance;
  const ground: Ground = { translate, locale, timeZone };
  const title = translate('server.claimPrint.title', { number: claim.number });
  const t = (part: string) => translate(`server.claimPrint.${part}`);
  const parts: PrintedPart[] = [
    { title: t('parties'), table: await partiesOf(call, claim) },
    { title: t('amounts'), table: amountsOf(claim, ground) },
    { title: t('reasons'), facts: reasonsOf(claim, ground) },
    { title: translate('claimMessage.title'), table: threadOf(claim, ground) },
    ...(claim.attachments.length > 0
      ? [{ title: translate('claim.attachments'), facts: filesOf(claim, ground) }]
      : []),
    {
      title: t('signatures'),
      facts: [
        [`${translate('claim.customer')}: ${claim.customer.shortName}`, LINE],
        [`${translate('claim.carrier')}: ${claim.carrier.shortName}`, LINE],
      ],
    },
  ];
  const document = {
    title,
    facts: factsOf(claim, csori, ground),
    parts,
    foot: translate('server.print.foot', { name, time: printed(new Date().toISOString(), ground) }),
  };
  return { title, document };
}

function factsOf(claim: CarrierClaim, csori: Csori, ground: Ground): PrintedFacts {
  const { translate } = ground;
  const facts: [key: string, value: unknown][] = [
    ['claim.date', claim.date],
    ['claim.status', claim.status],
    ['claim.stand', claim.address],
    ['claim.csoriDate', claim.csoriDate],
    ['csori.contract', csori.contract],
    ['csori.garbageType', csori.garbageType],
    ['claim.containerType', claim.containerType],
    ['claim.containerAction', claim.containerAction],
  ];
  return facts.map(([key, value]) => [translate(key), printed(value, ground) || NOTHING]);
}

/** Details of the parties as stored by the operator: both are named in the claim that the user sees. */
async function partiesOf({ scope, translate }: Call, { carrier, customer }: CarrierClaim) {
  const rows = await scope.db
    .withoutPlugins()
    .selectFrom('customers')
    .select(['id', 'name', 'tin', 'registration_code', 'legal_address'])
    .where('id', 'in', [carrier.id, customer.id])
    .execute();
  const detailsOf = (id: string) => rows.find((row) => row.id === id);
  const line = (side: string, party: CarrierClaim['carrier']) => {
    const details = detailsOf(party.id);
    const values = [party.name, details?.tin, details?.registration_code, details?.legal_address];
    return [translate(side), ...values.map((one) => one || NOTHING)];
  };
  const heads = ['party', 'name', 'tin', 'registrationCode', 'address'];
  return {
    head: heads.map((head) => translate(`server.claimPrint.${head}`)),
    rows: [line('claim.customer', customer), line('claim.carrier', carrier)],
  };
}

/** Amounts of each party and their difference; the carrier's are the billed ones until it concedes. */
function amountsOf({ ordered, billed, expected, approved }: CarrierClaim, ground: Ground) {
  const t = (part: string) => ground.translate(`server.claimPrint.${part}`);
  const line = (name: string, amount: Amount | null) => [
    t(name),
    ...(amount
      ? [
          printed(amount.count, ground),
          printed(amount.volume, ground),
          printedAt(amount, { label: '', fields: ['sum'], cell: 'money' }, ground) || NOTHING,
        ]
      : [NOTHING, NOTHING, NOTHING]),
  ];
  return {
    head: ['position', 'count', 'volume', 'sum'].map(t),
    rows: [
      line('ordered', ordered),
      line('billed', billed),
      line('expected', expected),
      line('approved', approved),
      line('difference', expected && difference(approved ?? billed, expected)),
    ],
  };
}

function difference(carrier: Amount, operator: Amount): Amount {
  return {
    count: carrier.count - operator.count,
    volume: round(carrier.volume - operator.volume),
    sum: carrier.sum === null || operator.sum === null ? null : round(carrier.sum - operator.sum),
  };
}

function reasonsOf(claim: CarrierClaim, ground: Ground): PrintedFacts {
  const { translate } = ground;
  const reasons: [key: string, value: unknown][] = [
    ['claim.reason', claim.reason],
    ['claim.rule', claim.rule],
    ['claim.basis', claim.basis],
    ['claim.comment', claim.comment],
    ['claim.discardReason', claim.discardReason],
  ];
  return reasons.flatMap(([key, value]): PrintedFacts => {
    const text = printed(value, ground);
    return text ? [[translate(key), text]] : [];
  });
}

function threadOf({ messages }: CarrierClaim, ground: Ground) {
  const { translate } = ground;
  return {
    head: [
      ...['time', 'party', 'author'].map((one) => translate(`claimMessage.${one}`)),
      translate('server.claimPrint.step'),
      translate('claimMessage.text'),
    ],
    rows: messages.map(({ time, party, author, action, text }) => [
      printed(time, ground),
      party.caption,
      author,
      action ? translate(`agreementAction.${action}`) : '',
      text ?? '',
    ]),
  };
}

const filesOf = ({ attachments }: CarrierClaim, ground: Ground): PrintedFacts =>
  attachments.map(({ fileInfo }, at) => [String(at + 1), printed(fileInfo?.name, ground)]);
