import type { Page } from '@playwright/test'

export const consultantButton = (page: Page) => page.getByRole('button', { name: 'AI Beauty Consultant' })
export const consultantDialog = (page: Page) => page.getByRole('dialog', { name: 'AI Beauty Consultant' })
export const consultantLinks = (page: Page) => consultantDialog(page).getByRole('link')
