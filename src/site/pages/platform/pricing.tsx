import { type Plan, pricing } from '../../../content/platform.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Section } from '../../../ui/section.tsx';

export function Pricing() {
  return (
    <Section id={pricing.id} title={pricing.title} intro={pricing.lead}>
      <div className="grid gap-6 tablet:grid-cols-2">
        {pricing.plans.map((plan) => (
          <PlanCard key={plan.name} plan={plan} />
        ))}
      </div>
      <p className="mt-6 text-muted text-sm">{pricing.note}</p>
    </Section>
  );
}

function PlanCard({ plan: { name, audience, features, action } }: { plan: Plan }) {
  return (
    <Card className="seats flex flex-col">
      <h3 className="display text-2xl">{name}</h3>
      <p className="mt-2 text-muted">{audience}</p>
      <p className="mt-5 font-display md:mt-8 text-xl">{pricing.price}</p>
      <ul className="mt-4 mb-6 border-line border-t">
        {features.map((feature) => (
          <li key={feature} className="grid grid-cols-[2rem_1fr] border-line border-b py-3">
            <Icon name="check" strokeWidth={1.75} className="mt-1 size-5 text-teal" />
            {feature}
          </li>
        ))}
      </ul>
      <ButtonLink href={action.href} className="mt-auto self-start">
        {action.label}
      </ButtonLink>
    </Card>
  );
}
