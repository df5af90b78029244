"""Combat Commander: battles, campaigns, authored scenarios, and who decides where no person does."""
